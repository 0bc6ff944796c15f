import type { Answer, Operation, Parameter, RequestBody } from '../../common/api/operations/operation'
import { statusOfReason } from '../../common/api/statuses'

/** The operations as one page to read: no script, nothing from elsewhere. */
export function openApiPage(operations: readonly Operation[], version: string): string {
  const groups = [...new Set(operations.map(({ group }) => group))]
  const contents = groups.map((group) => `<a href="#${idOf(group)}">${escaped(group)}</a>`).join('')
  const sections = groups.map(
    (group) =>
      `<section id="${idOf(group)}"><h2>${escaped(group)}</h2>${operations
        .filter((operation) => operation.group === group)
        .map(article)
        .join('')}</section>`
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Galley ${escaped(version)}: the service</title><style>${style}</style></head>
<body><header><h1>The service</h1><p>Galley ${escaped(version)}. Every request carries <code>Authorization: Bearer …</code>; without a valid
token the answer is 401 with an empty body. Every other refusal has a body <code>{"error", "reason", "where"?, "rule"?}</code>. For programs:
<a href="/openapi.json">openapi.json</a>.</p><nav aria-label="Groups">${contents}</nav></header>
<main>${sections.join('')}</main></body></html>
`
}

function article(operation: Operation): string {
  const {
    id,
    method,
    address,
    summary,
    description,
    caller,
    query = [],
    headers = [],
    body,
    answers,
    refusals
  } = operation
  return `<article id="${escaped(id)}"><h3><span class="method">${method}</span> <code>${escaped(address)}</code></h3>
<p>${prose(summary)}${description === undefined ? '' : ` ${prose(description)}`}${callerNote[caller]}</p>
<dl>${parameterList('Query', query)}${parameterList('Headers', headers)}${body ? bodyList(body) : ''}${Object.entries(
    answers
  )
    .map(([status, answer]) => answerRow(status, answer))
    .join('')}${refusals
    .map((reason) => `<dt class="refusal">${statusOfReason[reason]}</dt><dd><code>${reason}</code></dd>`)
    .join('')}</dl></article>`
}

const callerNote = {
  token: '',
  owner: ' <em>The owner only.</em>',
  publisher: ' <em>Also with an admin token in <code>X-Auth-Token</code>.</em>',
  anybody: ' <em>Without a token.</em>',
  reader: ' <em>Without a token, unless the content is protected.</em>'
} as const

function parameterList(title: string, parameters: readonly Parameter[]): string {
  return parameters
    .map(
      ({ name, description }) =>
        `<dt>${title}</dt><dd><code>${escaped(name)}</code> ${prose(description)}</dd>`
    )
    .join('')
}

function bodyList(body: RequestBody): string {
  if (body.kind === 'json') return '<dt>Body</dt><dd><code>application/json</code></dd>'
  if (body.kind === 'bytes') return '<dt>Body</dt><dd><code>application/octet-stream</code></dd>'
  const raw = body.raw ? '<dt>Body</dt><dd>the content itself, or a form:</dd>' : ''
  return raw + parameterList('Field', body.fields)
}

function answerRow(status: string, { description, headers = [] }: Answer): string {
  const names = headers.map(({ name }) => `<code>${escaped(name)}</code>`).join(' ')
  return `<dt class="success">${status}</dt><dd>${prose(description)} ${names}</dd>`
}

const idOf = (group: string) => `group-${group.toLowerCase().replace(/[^a-z]+/g, '-')}`

/** Text with `code`. */
const prose = (text: string) => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

const style = `
:root { color-scheme: light dark; background: Canvas; font: 14px/1.6 system-ui, sans-serif }
/* the window that shows it may have another theme than the system */
:root[data-scheme=light] { color-scheme: light } :root[data-scheme=dark] { color-scheme: dark }
body { max-width: 60em; margin: 32px auto 96px; padding: 0 24px }
h1 { font-size: 24px; margin: 0 } h2 { font-size: 18px; margin: 40px 0 8px }
h3 { font-size: 14px; margin: 0 0 4px; font-weight: 600 }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px }
article { border-top: 1px solid color-mix(in srgb, currentColor 18%, transparent); padding: 16px 0 }
article p { margin: 0 0 8px; max-width: 50em }
code { font: 13px/1.5 ui-monospace, monospace }
.method { display: inline-block; min-width: 4.5em; font: 600 12px ui-monospace, monospace }
dl { display: grid; grid-template-columns: 6em 1fr; gap: 2px 12px; margin: 0 }
dt { opacity: .75 } dt.success, dt.refusal { font-variant-numeric: tabular-nums; opacity: 1 } dd { margin: 0 }
`
