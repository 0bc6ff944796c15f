import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Node as PageNode } from 'prosemirror-model'
import { readPage } from '../../../src/common/formats/page/read'
import { pageSchema } from '../../../src/common/formats/page/schema'

const SAMPLE = 'resources/sample'

/** Every page of the sample site, and every old state of one. */
export function samplePages(): readonly (readonly [name: string, source: string])[] {
  return ['content', 'history'].flatMap((folder) =>
    readdirSync(join(SAMPLE, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .sort()
      .map((name) => [name, readFileSync(join(SAMPLE, folder, name), 'utf8')] as const)
  )
}

/** A page that has to be readable. */
export function pageOf(source: string): PageNode {
  const reading = readPage(source)
  if ('refused' in reading) throw new Error(`${reading.refused.sentence}\n${source.slice(0, 2000)}`)
  return reading.page
}

/** The same page as new objects: nothing that was remembered by object helps it. */
export const anew = (page: PageNode): PageNode => PageNode.fromJSON(pageSchema, page.toJSON())
