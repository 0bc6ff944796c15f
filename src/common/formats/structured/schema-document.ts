import { withinBounds } from '../../bounds'
import { isElement, outermost, parsePage, pushReversed, type Element, type Node } from '../../html'
import { escapeText } from './text'

/**
 * Where a schema lies. `service` is the workspace's service folder with its dot, `.galley` unless it says
 * otherwise (N4).
 */
interface SchemaPlace {
  readonly org: string
  readonly site: string
  readonly service: string
}

/** `/{org}/{site}/.{service}/forms/schemas` (description, “Structured content schema” 2). */
export function schemaFolder({ org, site, service }: SchemaPlace): string {
  return `/${org}/${site}/${service.startsWith('.') ? service : `.${service}`}/forms/schemas`
}

/** The file of a schema; its id is the file's name without extension. */
export function schemaAddress(place: SchemaPlace & { readonly id: string }): string {
  return `${schemaFolder(place)}/${place.id}.html`
}

/**
 * Whether something is the schemas of a site, or one of them, whatever the service folder is called: only the
 * schema editor shows those (F8).
 */
export function isSchemaPlace(path: string): boolean {
  return /^\/[^/]+\/[^/]+\/\.[^/]+\/forms\/schemas(?:\/|$)/.test(path)
}

/**
 * The id that a name typed by a person becomes: lower case, without accents, everything else `-` (map A).
 * `''` when nothing is left.
 */
export function schemaIdFor(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
}

/** A schema's text as the page that it is stored as. */
export function writeSchemaDocument(text: string): string {
  return `<body><header></header><main><div><pre><code>${escapeText(text)}</code></pre></div></main><footer></footer></body>`
}

/**
 * The JSON text in a stored schema: what the first `code` holds; `null` when there is none. Pages of the real
 * product hold the text unescaped: where tags in it would be lost, it is taken as it stands in the page.
 * `null` as well for a page beyond the bounds (X5).
 */
export function readSchemaDocument(html: string): string | null {
  const code = withinBounds(() => outermost(parsePage(html), 'code')[0])
  if (!code) return null
  const text = plainText(code)
  if (code.childNodes.every((node) => node.nodeName === '#text')) return text
  const start = code.sourceCodeLocation?.startTag?.endOffset ?? 0
  const written = html.slice(start, Math.max(start, html.lastIndexOf('</code>')))
  return isJson(written) ? written : text
}

function plainText(element: Element): string {
  let text = ''
  const waiting: Node[] = [element]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isElement(node)) pushReversed(waiting, node.childNodes)
    else if (node.nodeName === '#text' && 'value' in node) text += node.value
  }
  return text
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
