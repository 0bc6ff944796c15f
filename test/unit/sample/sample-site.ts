import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { z } from 'zod'

export const sampleFolder = resolve(import.meta.dirname, '../../../resources/sample')

const entrySchema = z.strictObject({
  path: z.string(),
  file: z.string(),
  by: z.strictObject({ name: z.string().min(1), email: z.email() }),
  daysAgo: z.number().positive(),
  label: z.string().min(1).max(200).optional()
})

const manifestSchema = z.strictObject({
  org: z.string(),
  site: z.string(),
  configs: z.array(entrySchema.omit({ daysAgo: true, label: true })),
  entries: z.array(entrySchema)
})

export type SampleEntry = z.infer<typeof entrySchema>

/** The manifest, parsed; throws when it is not what the service expects. */
export const manifest = manifestSchema.parse(
  JSON.parse(readFileSync(join(sampleFolder, 'manifest.json'), 'utf8'))
)

export const siteRoot = `/${manifest.org}/${manifest.site}`

/** Path → what it holds in the end: the last entry of each path. */
export const current = new Map(manifest.entries.map((entry) => [entry.path, entry]))

export const bytesOf = (entry: SampleEntry) => readFileSync(join(sampleFolder, entry.file))
export const textOf = (entry: SampleEntry) => bytesOf(entry).toString('utf8')
export const isPage = (entry: SampleEntry) => entry.path.endsWith('.html')

/** Where a page's links and images point to, in order. */
export function referencesIn(html: string): { links: string[]; images: string[]; ids: string[] } {
  const found = { links: [] as string[], images: [] as string[], ids: [] as string[] }
  visit(parse(html), (element) => {
    for (const { name, value } of element.attrs) {
      if (name === 'id') found.ids.push(value)
      if (name === 'href') found.links.push(value)
      if (name === 'src' || name === 'srcset') found.images.push(value)
    }
  })
  return found
}

/** The site's path of a root-relative link: `/islands/lund#x` is the page `/islands/lund.html`. */
export function targetOf(link: string): string {
  const path = link.replace(/[?#].*$/, '')
  return siteRoot + (/\.[a-z0-9]+$/.test(path) ? path : `${path}.html`)
}

/** Every element below a node, in document order. */
export function visit(
  node: DefaultTreeAdapterTypes.ParentNode,
  each: (element: DefaultTreeAdapterTypes.Element) => void
): void {
  for (const child of node.childNodes) {
    if (!('tagName' in child)) continue
    each(child)
    visit(child, each)
  }
}
