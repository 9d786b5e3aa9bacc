        page    132,,3,3
        page
        title   'FIR FILTER'
        stitle  'COLLECT SAMPLES'
        stitle
        lstcol  40,,,20,20
        prctl   $1B,'E'
        tabs    8
        list
        nolist
        opt     cc,cex,cl,cm,cre,contc,fc,il,intr,loc,lw,mc,md,mex,mi,msw,mu ; options
        opt     nl,ns,pp,ps,rc,s,so,u,w,xr,gs,nodex,noic,nolb,norp
        mode    abs             ;! A0527
        mode    relative        ;! A0527
