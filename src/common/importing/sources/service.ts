import { z } from 'zod'
import {
  environment,
  given,
  lineOf,
  nameIn,
  paths,
  siteTokenField,
  stateFields,
  stateOf,
  token,
  type ImportSourceForm
} from './source'

const shape = z.object({
  kind: z.literal('service'),
  environment,
  /** {publish_admin_url}. */
  admin: z.string().max(2048),
  org: z.string().min(1).max(255),
  site: z.string().min(1).max(255),
  ref: z.string().min(1).max(255).exactOptional(),
  /** The fully qualified domain of the environment, with what goes before all paths. */
  address: z.string().max(2048),
  paths,
  token: token.exactOptional(),
  siteToken: token.exactOptional()
})

/** A publishing admin service: its status job lists, its site is read. */
export const service = {
  shape,
  title: 'Another publishing service',
  text: 'Asks its admin service what is published, then reads the site.',
  fields: [
    {
      name: 'admin',
      as: 'text',
      label: 'Address of the publishing admin service',
      placeholder: 'https://admin.example.com',
      required: true
    },
    { name: 'org', as: 'text', label: 'Organization', required: true, initial: nameIn(0) },
    { name: 'name', as: 'text', label: 'Site', required: true, beside: true, initial: nameIn(1) },
    { name: 'ref', as: 'text', label: 'Ref', required: true, beside: true, initial: () => 'main' },
    {
      name: 'token',
      as: 'secret',
      label: 'Admin token',
      description:
        'Kept in the keychain of this computer, or encrypted; where neither can be had, until Galley is closed. It is sent to this service only. Empty: the one that was given before.'
    },
    {
      name: 'address',
      as: 'text',
      label: 'Address of the site',
      description: 'What goes before every path, for the state chosen below.',
      placeholder: 'https://main--site--org.example.live',
      required: true
    },
    ...stateFields,
    siteTokenField
  ],
  mayLackMedia: true,
  request: (filled) => ({
    kind: 'service',
    admin: lineOf(filled, 'admin'),
    org: lineOf(filled, 'org'),
    site: lineOf(filled, 'name'),
    address: lineOf(filled, 'address'),
    ...given(filled, 'ref'),
    ...given(filled, 'token'),
    ...given(filled, 'siteToken'),
    ...stateOf(filled)
  })
} satisfies ImportSourceForm<z.infer<typeof shape>>
