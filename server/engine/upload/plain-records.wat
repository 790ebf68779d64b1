;; The inner loop of the CSV scanner: records without quotes, control characters or anything odd, from the bytes of a file to
;; the binary form of COPY. What it does not take, the scanner reads byte by byte; both say the same of what both can read.
;; `npm run wasm` makes plain-records.wasm of this.
(module
  (memory (export "memory") 22)

  ;; Where the next record begins, and where the next byte of the output belongs.
  (global $at (export "at") (mut i32) (i32.const 0))
  (global $to (export "to") (mut i32) (i32.const 0))

  ;; The number that two digits are, or one that is far below zero.
  (func $two (param $p i32) (result i32)
    (local $tens i32) (local $ones i32)
    (local.set $tens (i32.sub (i32.load8_u (local.get $p)) (i32.const 48)))
    (local.set $ones (i32.sub (i32.load8_u offset=1 (local.get $p)) (i32.const 48)))
    (select
      (i32.const -1000000)
      (i32.add (i32.mul (local.get $tens) (i32.const 10)) (local.get $ones))
      (i32.or (i32.gt_u (local.get $tens) (i32.const 9)) (i32.gt_u (local.get $ones) (i32.const 9)))))

  (func $isDay (param $p i32) (result i32)
    (local $year i32) (local $month i32) (local $day i32) (local $days i32)
    (if (i32.or (i32.ne (i32.load8_u offset=4 (local.get $p)) (i32.const 45))
                (i32.ne (i32.load8_u offset=7 (local.get $p)) (i32.const 45)))
      (then (return (i32.const 0))))
    (local.set $year
      (i32.add (i32.mul (call $two (local.get $p)) (i32.const 100)) (call $two (i32.add (local.get $p) (i32.const 2)))))
    (local.set $month (call $two (i32.add (local.get $p) (i32.const 5))))
    (local.set $day (call $two (i32.add (local.get $p) (i32.const 8))))
    (if (i32.or (i32.lt_s (local.get $year) (i32.const 1))
                (i32.gt_u (i32.sub (local.get $month) (i32.const 1)) (i32.const 11)))
      (then (return (i32.const 0))))
    ;; 31 and 30 by turns, beginning anew in August.
    (local.set $days
      (i32.add (i32.const 30)
        (i32.and (i32.const 1) (i32.add (local.get $month) (i32.shr_u (local.get $month) (i32.const 3))))))
    (if (i32.eq (local.get $month) (i32.const 2))
      (then
        (local.set $days
          (i32.add (i32.const 28)
            (i32.and
              (i32.eqz (i32.rem_u (local.get $year) (i32.const 4)))
              (i32.or (i32.ne (i32.rem_u (local.get $year) (i32.const 100)) (i32.const 0))
                      (i32.eqz (i32.rem_u (local.get $year) (i32.const 400)))))))))
    (i32.lt_u (i32.sub (local.get $day) (i32.const 1)) (local.get $days)))

  ;; A day, or a day with hours and minutes behind a blank or T, or with seconds too.
  (func $isInstant (param $p i32) (param $length i32) (result i32)
    (local $mark i32)
    (if (i32.eqz (i32.or (i32.eq (local.get $length) (i32.const 10))
                 (i32.or (i32.eq (local.get $length) (i32.const 16)) (i32.eq (local.get $length) (i32.const 19)))))
      (then (return (i32.const 0))))
    (if (i32.eqz (call $isDay (local.get $p))) (then (return (i32.const 0))))
    (if (i32.eq (local.get $length) (i32.const 10)) (then (return (i32.const 1))))
    (local.set $mark (i32.load8_u offset=10 (local.get $p)))
    (if (i32.or
          (i32.and (i32.ne (local.get $mark) (i32.const 32)) (i32.ne (local.get $mark) (i32.const 84)))
          (i32.ne (i32.load8_u offset=13 (local.get $p)) (i32.const 58)))
      (then (return (i32.const 0))))
    (if (i32.or (i32.gt_u (call $two (i32.add (local.get $p) (i32.const 11))) (i32.const 23))
                (i32.gt_u (call $two (i32.add (local.get $p) (i32.const 14))) (i32.const 59)))
      (then (return (i32.const 0))))
    (if (i32.eq (local.get $length) (i32.const 16)) (then (return (i32.const 1))))
    (i32.and (i32.eq (i32.load8_u offset=16 (local.get $p)) (i32.const 58))
             (i32.lt_u (call $two (i32.add (local.get $p) (i32.const 17))) (i32.const 60))))

  (func $atLeast (param $p i32) (param $value i32)
    (if (i32.gt_s (local.get $value) (i32.load (local.get $p))) (then (i32.store (local.get $p) (local.get $value)))))

  ;; A minus or none, digits, and digits behind a point; notes at $column how many there are and whether there is a minus.
  ;; $others has a bit for each of the first sixteen bytes that is no digit.
  (func $number
    (param $start i32) (param $length i32) (param $others i32) (param $column i32) (param $stride i32) (result i32)
    (local $isNegative i32) (local $digits i32) (local $fraction i32)
    (local.set $isNegative (i32.eq (i32.load8_u (local.get $start)) (i32.const 45)))
    (if (i32.lt_u (local.get $length) (i32.const 16))
      (then
        (local.set $others
          (i32.and (local.get $others)
            (i32.sub (i32.shl (i32.const 1) (local.get $length)) (i32.add (local.get $isNegative) (i32.const 1)))))
        (local.set $digits (select (i32.ctz (local.get $others)) (local.get $length) (local.get $others))))
      (else
        (local.set $digits
          (i32.add (local.get $isNegative)
            (call $digits (i32.add (local.get $start) (local.get $isNegative))
              (i32.add (local.get $start) (local.get $length)))))))
    (if (i32.lt_u (local.get $digits) (local.get $length))
      (then
        (if (i32.ne (i32.load8_u (i32.add (local.get $start) (local.get $digits))) (i32.const 46))
          (then (return (i32.const 0))))
        (local.set $fraction (i32.sub (i32.sub (local.get $length) (local.get $digits)) (i32.const 1)))
        (if (i32.eqz (local.get $fraction)) (then (return (i32.const 0))))
        ;; Nothing but digits behind the point.
        (if (i32.lt_u (local.get $length) (i32.const 16))
          (then
            (if (i32.and (local.get $others) (i32.sub (local.get $others) (i32.const 1)))
              (then (return (i32.const 0)))))
          (else
            (if (i32.ne (local.get $fraction)
                  (call $digits (i32.add (i32.add (local.get $start) (local.get $digits)) (i32.const 1))
                    (i32.add (local.get $start) (local.get $length))))
              (then (return (i32.const 0))))))))
    (local.set $digits (i32.sub (local.get $digits) (local.get $isNegative)))
    (if (i32.eqz (local.get $digits)) (then (return (i32.const 0))))
    (call $atLeast (i32.add (local.get $column) (local.get $stride)) (local.get $digits))
    (call $atLeast (i32.add (local.get $column) (i32.shl (local.get $stride) (i32.const 1))) (local.get $fraction))
    (if (local.get $isNegative)
      (then
        (i32.store (i32.add (local.get $column) (i32.mul (local.get $stride) (i32.const 3))) (i32.const 1))))
    (i32.const 1))

  ;; How many digits there are from $p on.
  (func $digits (param $p i32) (param $end i32) (result i32)
    (local $at i32)
    (local.set $at (local.get $p))
    (block $other
      (loop $digit
        (br_if $other (i32.ge_u (local.get $at) (local.get $end)))
        (br_if $other (i32.gt_u (i32.sub (i32.load8_u (local.get $at)) (i32.const 48)) (i32.const 9)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $digit)))
    (i32.sub (local.get $at) (local.get $p)))

  ;; Whether a text neither begins nor may end with white space, nor begins with an apostrophe.
  (func $isPlain (param $first i32) (param $last i32) (result i32)
    (i32.eqz (i32.or
      (i32.or (i32.eq (local.get $first) (i32.const 39)) (i32.eq (local.get $first) (i32.const 0xc2)))
      (i32.or (i32.eq (local.get $first) (i32.const 0xef))
        (i32.or (i32.le_u (i32.sub (local.get $first) (i32.const 0xe1)) (i32.const 2))
                (i32.gt_u (local.get $last) (i32.const 127)))))))

  ;; Whether a cell is a day (form 2) or an instant (form 3).
  (func $isTime (param $form i32) (param $start i32) (param $length i32) (result i32)
    (if (i32.eq (local.get $form) (i32.const 3)) (then (return (call $isInstant (local.get $start) (local.get $length)))))
    (if (i32.ne (local.get $length) (i32.const 10)) (then (return (i32.const 0))))
    (call $isDay (local.get $start)))

  ;; Big endian.
  (func $store32 (param $p i32) (param $value i32)
    (i32.store align=1 (local.get $p)
      (i32.or
        (i32.or (i32.shl (local.get $value) (i32.const 24))
                (i32.shl (i32.and (local.get $value) (i32.const 0xff00)) (i32.const 8)))
        (i32.or (i32.and (i32.shr_u (local.get $value) (i32.const 8)) (i32.const 0xff00))
                (i32.shr_u (local.get $value) (i32.const 24))))))

  ;; Reads records from $at and answers how many. It ends before the first that is not plain or not whole, or when there is no
  ;; room. Behind $end stands a line feed, and sixteen bytes more can be read; $limit is where the output ends. $tables holds,
  ;; column by column, the greatest numbers of bytes, of digits before and behind the point, whether there was a minus and a
  ;; NULL, how many cells were empty, and the forms, $stride bytes each, and as many bytes of scratch. $starts takes where each
  ;; record begins in the output, at most $most. $line is the number of the line before.
  (func (export "read")
    (param $at i32) (param $end i32) (param $to i32) (param $limit i32) (param $columns i32) (param $delimiter i32)
    (param $line i32) (param $tables i32) (param $stride i32) (param $starts i32) (param $most i32) (result i32)
    (local $records i32) (local $cell i32) (local $start i32) (local $length i32) (local $mask i32) (local $byte i32)
    (local $column i32) (local $form i32) (local $empties i32) (local $emptied i32) (local $bytes v128) (local $delimiters v128)
    (local $blanks v128) (local $zeros v128) (local $nines v128)
    (local.set $delimiters (i8x16.splat (local.get $delimiter)))
    (local.set $blanks (i8x16.splat (i32.const 32)))
    (local.set $zeros (i8x16.splat (i32.const 48)))
    (local.set $nines (i8x16.splat (i32.const 9)))
    (local.set $empties (i32.add (local.get $tables) (i32.mul (local.get $stride) (i32.const 7))))
    (global.set $at (local.get $at))
    (global.set $to (local.get $to))
    (block $stop
      (loop $record
        (br_if $stop (i32.ge_u (local.get $records) (local.get $most)))
        (br_if $stop (i32.ge_u (local.get $at) (local.get $end)))
        ;; Room as if all that is left were this record.
        (br_if $stop (i32.gt_u
          (i32.add (i32.add (local.get $to) (i32.sub (local.get $end) (local.get $at)))
                   (i32.add (i32.const 64) (i32.shl (local.get $columns) (i32.const 2))))
          (local.get $limit)))
        ;; Empty lines are none.
        (local.set $byte (i32.load8_u (local.get $at)))
        (br_if $stop (i32.or (i32.eq (local.get $byte) (i32.const 10)) (i32.eq (local.get $byte) (i32.const 13))))
        (local.set $to (i32.add (local.get $to) (i32.const 15)))
        (local.set $cell (i32.const 0))
        (local.set $emptied (local.get $empties))
        (loop $nextCell
          (br_if $stop (i32.ge_u (local.get $at) (local.get $end)))
          (br_if $stop (i32.ge_u (local.get $cell) (local.get $columns)))
          (br_if $stop (i32.eq (i32.load8_u (local.get $at)) (i32.const 34)))
          (local.set $start (i32.add (local.get $to) (i32.const 4)))
          (local.set $to (local.get $start))
          ;; Sixteen bytes at a time, up to a delimiter or a control character.
          (block $ended
            (loop $copy
              (local.set $bytes (v128.load align=1 (local.get $at)))
              (v128.store align=1 (local.get $to) (local.get $bytes))
              (local.set $mask (i8x16.bitmask (v128.or
                (i8x16.lt_u (local.get $bytes) (local.get $blanks))
                (i8x16.eq (local.get $bytes) (local.get $delimiters)))))
              (br_if $ended (local.get $mask))
              (local.set $at (i32.add (local.get $at) (i32.const 16)))
              (local.set $to (i32.add (local.get $to) (i32.const 16)))
              (br_if $copy (i32.lt_u (local.get $at) (local.get $end)))
              (br $stop)))
          (local.set $mask (i32.ctz (local.get $mask)))
          (local.set $at (i32.add (local.get $at) (local.get $mask)))
          (local.set $to (i32.add (local.get $to) (local.get $mask)))
          (br_if $stop (i32.ge_u (local.get $at) (local.get $end)))
          (local.set $byte (i32.load8_u (local.get $at)))
          ;; Other control characters are no end of a cell.
          (br_if $stop (i32.eqz (i32.or (i32.eq (local.get $byte) (local.get $delimiter))
            (i32.or (i32.eq (local.get $byte) (i32.const 10)) (i32.eq (local.get $byte) (i32.const 13))))))
          (local.set $length (i32.sub (local.get $to) (local.get $start)))
          (local.set $column (i32.add (local.get $tables) (i32.shl (local.get $cell) (i32.const 2))))
          (call $store32 (i32.sub (local.get $start) (i32.const 4))
            (select (local.get $length) (i32.const -1) (local.get $length)))
          (if (i32.eqz (local.get $length))
            (then
              ;; Counted when the record is read to its end.
              (i32.store (local.get $emptied) (i32.add (local.get $column) (i32.mul (local.get $stride) (i32.const 5))))
              (local.set $emptied (i32.add (local.get $emptied) (i32.const 4))))
            (else
              ;; Outer blanks are taken off elsewhere.
              (br_if $stop (i32.or
                (i32.eq (i32.load8_u (local.get $start)) (i32.const 32))
                (i32.eq (i32.load8_u (i32.sub (local.get $to) (i32.const 1))) (i32.const 32))))
              (call $atLeast (local.get $column) (local.get $length))
              (if (i32.and (i32.eq (local.get $length) (i32.const 4))
                           (i32.eq (i32.load align=1 (local.get $start)) (i32.const 0x4c4c554e)))
                (then
                  (i32.store (i32.add (local.get $column) (i32.shl (local.get $stride) (i32.const 2))) (i32.const 1)))
                (else
                  (local.set $form (i32.load (i32.add (local.get $column) (i32.mul (local.get $stride) (i32.const 6)))))
                  (if (i32.eqz (local.get $form))
                    (then
                      (br_if $stop (i32.eqz (call $isPlain
                        (i32.load8_u (local.get $start)) (i32.load8_u (i32.sub (local.get $to) (i32.const 1)))))))
                    (else
                      (if (i32.eq (local.get $form) (i32.const 1))
                        (then
                          ;; Of a short cell, all of it is among the bytes that were read last.
                          (br_if $stop (i32.eqz (call $number
                            (local.get $start) (local.get $length)
                            (i8x16.bitmask (i8x16.gt_u (i8x16.sub (local.get $bytes) (local.get $zeros)) (local.get $nines)))
                            (local.get $column) (local.get $stride)))))
                        (else
                          (br_if $stop
                            (i32.eqz (call $isTime (local.get $form) (local.get $start) (local.get $length))))))))))))
          (local.set $cell (i32.add (local.get $cell) (i32.const 1)))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br_if $nextCell (i32.eq (local.get $byte) (local.get $delimiter))))
        (br_if $stop (i32.ne (local.get $cell) (local.get $columns)))
        ;; A line of empty cells is none.
        (br_if $stop (i32.eq (i32.sub (local.get $emptied) (local.get $empties)) (i32.shl (local.get $columns) (i32.const 2))))
        (if (i32.eq (local.get $byte) (i32.const 13))
          (then
            (br_if $stop (i32.ge_u (local.get $at) (local.get $end)))
            (local.set $at (i32.add (local.get $at) (i32.eq (i32.load8_u (local.get $at)) (i32.const 10))))))
        (loop $count
          (if (i32.gt_u (local.get $emptied) (local.get $empties))
            (then
              (local.set $emptied (i32.sub (local.get $emptied) (i32.const 4)))
              (local.set $column (i32.load (local.get $emptied)))
              (i32.store (local.get $column) (i32.add (i32.load (local.get $column)) (i32.const 1)))
              (br $count))))
        ;; Number of fields, and the first two with their lengths: number of the line, and that it is not odd.
        (local.set $line (i32.add (local.get $line) (i32.const 1)))
        (local.set $start (global.get $to))
        (local.set $length (i32.add (local.get $columns) (i32.const 2)))
        (i32.store8 (local.get $start) (i32.shr_u (local.get $length) (i32.const 8)))
        (i32.store8 offset=1 (local.get $start) (local.get $length))
        (call $store32 (i32.add (local.get $start) (i32.const 2)) (i32.const 4))
        (call $store32 (i32.add (local.get $start) (i32.const 6)) (local.get $line))
        (call $store32 (i32.add (local.get $start) (i32.const 10)) (i32.const 1))
        (i32.store8 offset=14 (local.get $start) (i32.const 0))
        (i32.store (i32.add (local.get $starts) (i32.shl (local.get $records) (i32.const 2))) (local.get $start))
        (local.set $records (i32.add (local.get $records) (i32.const 1)))
        (global.set $at (local.get $at))
        (global.set $to (local.get $to))
        (br $record)))
    (local.get $records)))
