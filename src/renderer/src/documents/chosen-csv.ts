import { decodeText } from '../../../common/formats/text/encoding'
import { chooseFiles } from '../workbench/choose-files'

/** A file of cells that the person chooses, as text; null when they choose none. */
export async function chosenCsv(): Promise<{ readonly name: string; readonly text: string } | null> {
  const [file] = await chooseFiles({ accept: '.csv,.tsv,.txt,text/csv,text/tab-separated-values' })
  if (!file) return null
  const decoded = decodeText(new Uint8Array(await file.arrayBuffer()))
  const text = decoded.kind === 'text' ? decoded.text : latin(await file.arrayBuffer())
  return { name: file.name, text }
}

/** What is no UTF-8 comes from older spreadsheets of the west. */
const latin = (bytes: ArrayBuffer): string =>
  new TextDecoder('windows-1252').decode(bytes).replaceAll('\r\n', '\n')
