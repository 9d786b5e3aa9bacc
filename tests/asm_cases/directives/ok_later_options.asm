; options of the later versions that change neither words nor symbols; CONST keeps equates out of the object file
        opt     ae,ck,dld,dxl,ff,fm,hdr,ldb,rsv,scl,sco,svo,wex,xll
        opt     noae,nock,nodld,nodxl,noff,nofm,nohdr,noldb,norsv,noscl,nosco,nosvo,nowex,noxll
        opt     const,contck
e_      equ     5
        dc      e_
;= P:0000 000005
