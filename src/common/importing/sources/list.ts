import { z } from 'zod'
import { given, siteTokenField, token, type ImportSourceForm } from './source'

const shape = z.object({
  kind: z.literal('list'),
  text: z.string().max(8 * 1024 * 1024),
  /** For lists of paths. */
  address: z.string().max(2048).exactOptional(),
  siteToken: token.exactOptional()
})

/** Addresses as a person pastes them: lines, CSV, JSON, a sitemap. */
export const list = {
  shape,
  title: 'A list of addresses',
  text: 'Pasted or from a file: one a line, CSV, a JSON index or a sitemap.',
  fields: [
    {
      name: 'list',
      as: 'list',
      label: 'Addresses',
      required: true,
      placeholder: 'https://www.example.com/\nhttps://www.example.com/docs/page'
    },
    {
      name: 'address',
      as: 'text',
      label: 'Address of the site',
      description: 'Only needed for lists of paths, or of a site below a path.',
      placeholder: 'https://www.example.com'
    },
    siteTokenField
  ],
  mayLackMedia: true,
  request: (filled) => ({
    kind: 'list',
    text: filled.list ?? '',
    ...given(filled, 'address'),
    ...given(filled, 'siteToken')
  })
} satisfies ImportSourceForm<z.infer<typeof shape>>
