; SPDX-License-Identifier: MIT
; RSA keys of the self-test, in X before those of the host: dsp56k/lib/known_answers.py.
; Made by `python -m dsp56k.lib.known_answers`; do not edit.

        org     x:rsa_area

answer_crt_key
        dc      $11CF61,$9C146C,$67D29E,$40BD1D,$4058D7,$065FBB,$4BCDDA,$40DE70
        dc      $59E523,$8445C8,$0033D4,$52628B,$F2A5AA,$66D5C4,$D83065,$9A65D5
        dc      $2C6738,$2D3F97,$8DC700,$6B0FD3,$840886,$00335E,$316241,$BAA366
        dc      $02B119,$64360E,$C45239,$E9AFAC,$B79695,$D3D46D,$525325,$C90071
        dc      $00045E,$EADA59,$436E24,$13B20B,$6B70DB,$D17FBA,$D97981,$D16BDC
        dc      $12E5E2,$C7B60D,$327360,$0015EB,$8A461D,$FB1165,$63FF63,$AF4265
        dc      $7A9958,$C2AE92,$9A24CB,$24D34A,$781DFA,$366D72,$002CA6,$010001
answer_crt_key_end

answer_public_key
        dc      $20BBAB,$5D6556,$9A9AF5,$E67CDC,$14A1DF,$681701,$EBE994,$DC5AF4
        dc      $2A1DE5,$B3E378,$51D053,$9A8D8C,$2942E1,$007514,$271027,$C001C6
        dc      $BB7FB0,$B77419,$68DE7A,$C69881,$66791D,$00000A,$010001
answer_public_key_end
