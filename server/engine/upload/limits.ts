/** What a file may be at most; the size of the transfer itself comes from the environment. */
export const limits = {
  /** An EDI file is held whole while its envelopes are checked. */
  ediBytes: 40_000_000,
  /** Bytes of an unpacked CSV. */
  unpackedBytes: 8_000_000_000,
  /** How many times larger than its packed form content may become. */
  expansion: 300,
  /** Bytes of an XLSX file. */
  xlsxBytes: 300_000_000,
  /** Bytes that all parts of an XLSX file unpack to. */
  xlsxUnpackedBytes: 1_500_000_000,
  xlsxRows: 1_048_576,
  xlsxColumns: 16_384,
  /** Bytes of the texts that cells share; they are held in memory. */
  sharedBytes: 100_000_000,
  /** Characters of one cell. */
  cellLength: 1_000_000,
  /** Bytes at the head of a file that decide on encoding, delimiter and column forms. */
  headBytes: 262_144,
  /** Days that staged lines are kept for. */
  keptDays: 7,
  /** Reasons that outlive the staged lines, per import. */
  keptErrors: 1_000,
} as const
