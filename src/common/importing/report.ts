import { csvLine } from './delimited'
import type { ImportItem } from './shapes'

/** The report as CSV (IM8): one line an item. A byte order mark tells spreadsheets that it is UTF-8. */
export function reportCsv(items: readonly ImportItem[]): string {
  return `\ufeff${csvLine(columns)}${items.map((item) => csvLine(lineOf(item))).join('')}`
}

const columns = ['Source', 'File', 'Kind', 'Chosen', 'Check', 'Why', 'Result', 'Bytes', 'Compared', 'Remarks']

function lineOf({ address, path, kind, chosen, check, result, findings }: ImportItem): (string | number)[] {
  const remarks = [
    check?.verdict === 'no' || check?.redirect !== undefined ? check.detail : undefined,
    chosen ? check?.lacks : undefined,
    result?.detail,
    ...(findings ?? []).map(({ what, detail }) => `${what}: ${detail}`)
  ]
  return [
    address,
    path ?? '',
    kind,
    chosen ? 'yes' : 'no',
    check?.verdict ?? '',
    check?.why ?? '',
    result?.outcome ?? (chosen && check && check.verdict !== 'no' ? 'not imported' : ''),
    result?.size ?? check?.size ?? '',
    findings ? (findings.length === 0 ? 'equal' : 'differs') : '',
    remarks.filter((remark) => remark !== undefined).join(' ')
  ]
}
