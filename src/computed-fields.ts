/** Fields of an asset that compile writes from the log; all the rest is wording, which people write. */
export const computedFields: readonly string[] = [
  'version',
  'confidence',
  'validated_count',
  'failed_count',
  'status',
  'last_validated',
  'last_failed',
  'merged_from',
];
