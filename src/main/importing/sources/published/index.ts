import { z } from 'zod'
import { contentPath, segmentsOf } from '../../../../common/content/paths'
import { GalleyError } from '../../../../common/errors'
import type { SourceRequest } from '../../../../common/importing/sources'
import { environments } from '../../../../common/publishing/environments'
import { nothingYet, patternsOf, type SourceKind } from '../kind'
import { publishedSource } from './published-source'

const stored = z.object({
  kind: z.literal('published'),
  environment: z.enum(environments),
  site: z.string(),
  paths: z.string().array().exactOptional()
})

/** What is published of a site of this workspace. */
export const published: SourceKind<SourceRequest & { kind: 'published' }, z.infer<typeof stored>> = {
  stored,
  read({ environment, paths, site: named }, site) {
    const from = named === undefined ? site : contentPath(named)
    if (segmentsOf(from).length !== 2)
      throw new GalleyError('bad-path', 'Name a site: /org/site.', { where: 'source.site' })
    return { ...nothingYet, source: { kind: 'published', environment, site: from, ...patternsOf(paths) } }
  },
  open: async ({ environment, site, paths }, parts) =>
    publishedSource(parts, { ...parts, environment, site: contentPath(site), paths }),
  shown: ({ site, environment, paths }) => ({ from: site, environment, ...(paths && { paths }) }),
  asks: () => [],
  readsHere: ({ site }) => contentPath(site)
}
