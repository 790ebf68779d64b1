/** What a line is about, in the words of who gets it. */
export const kindWords: Readonly<Record<string, string>> = {
  opening: 'Carried over',
  accrued: 'Earned',
  adjustment: 'Adjustment',
  paid: 'Paid',
  claim: 'Paid on a claim',
  open_claim: 'Claim in process',
}
