/**
 * The rows of a text of cells with commas, semicolons or tabs between (RFC 4180): quoted cells may hold the sign, quotes and lines.
 * The sign is the one that the first line holds most of.
 */
export function rowsIn(text: string): string[][] {
  const sign = signOf(text.slice(0, Math.max(0, text.search(/\r?\n|$/))))
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text.charAt(at + 1) === '"') {
        cell += '"'
        at++
      } else quoted = false
    } else if (letter === '"' && cell === '') quoted = true
    else if (letter === sign) {
      row.push(cell)
      cell = ''
    } else if (letter === '\n') {
      rows.push([...row, cell.replace(/\r$/, '')])
      row = []
      cell = ''
    } else cell += letter
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  return rows
}

function signOf(line: string): string {
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}
