import type { JsonValue } from '../json/value'
import { isJsonArray, isJsonObject } from '../json/value'
import { visibleText } from '../content/visible-text'
import { escapeHtml } from './html-edits'

interface OverviewOptions {
  readonly title: string
  readonly schemaName: string
  /** The address of the JSON. */
  readonly address: string
  readonly environment: string
  readonly data: JsonValue
  /** Sentences beside it: when and by whom it was published. */
  readonly facts: string
}

/** The page that a browser shows at a delivery address: the data of the document for people (F5). */
export function overviewPage({
  title,
  schemaName,
  address,
  environment,
  data,
  facts
}: OverviewOptions): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shown(title)} · ${shown(environment)}</title>
<style>${style}</style>
</head>
<body>
<header>
<p class="env">${shown(environment)} · schema ${shown(schemaName)}</p>
<h1>${shown(title)}</h1>
<p>${shown(facts)} <a href="${escapeHtml(address)}">Show the JSON</a></p>
</header>
<main>${view(data)}</main>
<h2>JSON</h2>
<pre>${shown(JSON.stringify(data, null, 2))}</pre>
</body>
</html>
`
}

function view(value: JsonValue): string {
  if (isJsonArray(value)) {
    if (value.length === 0) return '<span class="none">empty</span>'
    return `<ol>${value.map((item) => `<li>${view(item)}</li>`).join('')}</ol>`
  }
  if (isJsonObject(value)) {
    const rows = Object.entries(value)
    if (rows.length === 0) return '<span class="none">no data</span>'
    return `<dl>${rows.map(([key, item]) => `<dt>${shown(key)}</dt><dd>${view(item)}</dd>`).join('')}</dl>`
  }
  if (typeof value === 'string') return `<span class="text">${shown(value)}</span>`
  return `<code>${escapeHtml(String(value))}</code>`
}

/** Text for people, in which nothing turns the direction of writing. */
const shown = (text: string): string => escapeHtml(visibleText(text))

const style =
  ':root{color-scheme:light dark;font:15px/1.55 system-ui,sans-serif}body{max-width:56rem;margin:2rem auto;padding:0 1.5rem}' +
  'h1{font-size:1.5rem;margin:.25rem 0}h2{font-size:1rem;margin:2rem 0 .5rem}.env{margin:0;opacity:.75;font-size:.875rem}' +
  'dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.25rem 1.25rem;margin:0}dt{font-weight:600}dd{margin:0;min-width:0}' +
  'dd dl,dd ol{border-left:2px solid color-mix(in srgb,currentColor 20%,transparent);padding-left:1rem}ol,dd ol{margin:0;padding-left:2rem}' +
  '.text{white-space:pre-wrap;overflow-wrap:anywhere}.none{opacity:.7}pre,code{font:13px/1.5 ui-monospace,monospace}' +
  'pre{padding:1rem;overflow:auto;border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:6px}'
