// A partial sum of a long sum leaves the range of Integers: the message shows its last terms.
// reference: 20 * 2^49 is more than 2^53 - 1, the first 15 terms are less
// expect: status = 3
// expect: error the value of '... + k[11] + k[12] + k[13] + k[14] + k[15] + k[16]' exceeds
model LongSumBeyondTheRange
  Integer k[20] = {if time < 0.5 then i else 562949953421312 for i in 1:20};
  Integer total = k[1] + k[2] + k[3] + k[4] + k[5] + k[6] + k[7] + k[8] + k[9] + k[10] + k[11] + k[12] + k[13] + k[14]
      + k[15] + k[16] + k[17] + k[18] + k[19] + k[20];
end LongSumBeyondTheRange;
