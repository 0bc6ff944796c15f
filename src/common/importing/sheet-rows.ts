/**
 * How many rows an answer holds and how many the sheet has, for each sheet in it; empty for JSON that is no
 * sheet.
 */
function rowsTold(value: unknown): { readonly held: number; readonly total: number }[] {
  if (!isRecord(value)) return []
  const names = value[':type'] === 'multi-sheet' ? value[':names'] : null
  const sheets: unknown[] = Array.isArray(names)
    ? names.map((name: unknown) =>
        typeof name === 'string' && Object.hasOwn(value, name) ? value[name] : null
      )
    : [value]
  return sheets.flatMap((sheet) => {
    if (!isRecord(sheet)) return []
    const { data, total } = sheet
    return Array.isArray(data) && typeof total === 'number' ? [{ held: data.length, total }] : []
  })
}

/** Rows to ask for so that nothing is cut off; null when all are there. */
export function rowsMissing(value: unknown): number | null {
  const told = rowsTold(value)
  return told.some(({ held, total }) => held < total) ? Math.max(...told.map(({ total }) => total)) : null
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
