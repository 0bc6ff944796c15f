import type { Pasted } from '../../../../src/common/formats/page/paste'
import { pageSchema } from '../../../../src/common/formats/page/schema'
import { writePage } from '../../../../src/common/formats/page/write'

/** What was pasted, as the source of a page. */
export function sourceOf(pasted: Pasted): string {
  const { nodes } = pageSchema
  const sections = pasted.sections.map((children) => nodes.section.create(null, [...children]))
  const page = nodes.doc.create({ head: '<body>\n  <main>', tail: '</main>\n</body>\n' }, sections)
  page.check()
  return writePage(page)
}
