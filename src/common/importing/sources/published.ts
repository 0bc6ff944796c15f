import { z } from 'zod'
import { environment, lineOf, paths, stateFields, stateOf, type ImportSourceForm } from './source'

const shape = z.object({
  kind: z.literal('published'),
  environment,
  /** `/org/site`; default: the site that is imported into. */
  site: z.string().exactOptional(),
  paths
})

/** What is published of a site in this workspace. */
export const published = {
  shape,
  title: 'What is published here',
  text: 'Brings back what readers of a site in this workspace get, exactly as it was published.',
  fields: [
    {
      name: 'ownSite',
      as: 'text',
      label: 'Site',
      description: 'Organization and site. It may be deleted by now.',
      required: true,
      initial: (site) => site.slice(1)
    },
    ...stateFields
  ],
  mayLackMedia: false,
  request: (filled) => ({
    kind: 'published',
    site: `/${lineOf(filled, 'ownSite').replace(/^\/+|(?<!\/)\/+$/g, '')}`,
    ...stateOf(filled)
  })
} satisfies ImportSourceForm<z.infer<typeof shape>>
