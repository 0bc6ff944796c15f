import { z } from 'zod'
import { identityProvider } from '../../common/api/shapes'
import type { Person } from '../../common/person'
import type { Store, StoreDocument } from '../store/types'

/** The workspace's settings as stored. Members of a later version are kept. */
export type Settings = z.infer<typeof settings>

const settings = z.looseObject({
  owner: z.object({ name: z.string().exactOptional(), email: z.string() }).nullable().default(null),
  /** Name of the service folder without its dot (N4). */
  serviceFolder: z.string().default('galley'),
  /** The name that it is about to get, while the folders of the sites are renamed. */
  serviceFolderBecomes: z.string().nullable().default(null),
  /** Names that it had, which what lies in the trash may still carry. */
  formerServiceFolders: z.string().array().default([]),
  /** Whose JWTs are believed (A2). */
  identityProvider: identityProvider.default(null)
})

/** The settings document. */
export function openSettings(store: Store): OpenSettings {
  return store.document('settings', (value) => settings.parse(value ?? {}), settings.parse({}))
}

/** The settings as they are opened once for a service. */
export type OpenSettings = StoreDocument<Settings>

/** Who the owner is; before first start somebody without a name (A1). */
export function ownerOf(current: Pick<Settings, 'owner'>): Person {
  return current.owner ?? { email: 'owner@localhost' }
}

/** What other programs change, the owner is taken to have changed (V4). */
export function notifyOwner(store: Store, { owner }: Settings): void {
  if (owner) store.folder?.setOutsidePerson(owner)
}
