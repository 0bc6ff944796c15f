import { csvFile } from '../csv'
import type { ImportItem } from './shapes'

/** The report as CSV (IM8): one line an item. */
export function reportCsv(items: readonly ImportItem[]): string {
  return csvFile([columns, ...items.map(lineOf)])
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
