import type { FormatName } from './files'
import type { Format } from './format'
import { jsonFormat } from './sheet/format'
import { pageFormat } from './page/format'
import { textFormat } from './text/format'

/**
 * What the app can do with each format. Media that are text after all (a drawing) are taken by their lines.
 */
export const formats: Readonly<Record<FormatName, Format>> = {
  page: pageFormat,
  json: jsonFormat,
  text: textFormat,
  media: textFormat
}
