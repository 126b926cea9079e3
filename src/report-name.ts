/** The day, YYYY-MM-DD, on which a retrospective began, as the name of its report tells; undefined for any other file. */
export function dayOfReport(name: string): string | undefined {
  return /^(\d{4}-\d\d-\d\d)-\w+(?:-\d+)*\.md$/.exec(name)?.[1];
}
