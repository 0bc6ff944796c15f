import { contentOperations } from '../../common/api/operations/content'
import { draftOperations } from '../../common/api/operations/drafts'
import { momentOperations } from '../../common/api/operations/moment'
import { permissionOperations } from '../../common/api/operations/permissions'
import { versionOperations } from '../../common/api/operations/versions'
import type { Asked, Known, Step } from '../http/asked'
import { openRoom, type Room } from '../http/room'
import { readAccess } from './access'
import { notifyActions } from './actions'
import { readConfig, removeConfig, writeConfig } from './config'
import { configHistoryHandlers } from './config-history'
import { draftHandlers } from './draft-routes'
import { openDrafts } from './drafts'
import { listFolder } from './list'
import { openMomentChanges } from './moment/changes'
import { momentHandlers } from './moment/routes'
import { openMomentRuns } from './moment/runs'
import type { AuthoringParts } from './parts'
import { removeSource, writeSource } from './source'
import { readSource } from './source-read'
import { copy, move } from './transfer'
import { trashHandlers } from './trash'
import { keepGivenUp, listHistory, listVersions } from './version-list'
import { createVersion, readVersion } from './version-source'

export { alongWith } from './parts'

/** Files and folders, their versions and configs, what is in the trash, drafts, and points in time. */
export function openAuthoring(known: Step<Asked, Known>, parts: AuthoringParts): Room {
  const { store, longWork, rulesOf } = parts
  return openRoom({
    operations,
    trees,
    enter: known,
    beside: notifyActions,
    handlers: {
      readFile: readSource,
      headFile: readSource,
      updateFile: (asked) => writeSource(parts, asked),
      putFile: (asked) => writeSource(parts, asked),
      deleteFile: (asked) => removeSource(parts, asked),
      list: listFolder,
      copy: (asked) => copy(parts, asked),
      move: (asked) => move(parts, asked),
      ...trashHandlers(parts),
      createVersion,
      readVersion,
      headVersion: readVersion,
      readVersionInRepository: readVersion,
      headVersionInRepository: readVersion,
      listVersions,
      listHistory,
      keepGivenUp,
      readConfig: (asked) => readConfig(store, asked),
      writeConfig: (asked) => writeConfig(store, asked),
      putConfig: (asked) => writeConfig(store, asked),
      deleteConfig: (asked) => removeConfig(store, asked),
      ...configHistoryHandlers(store),
      ...momentHandlers(openMomentRuns(store), openMomentChanges(store), longWork),
      readAccess: (asked) => readAccess(rulesOf, asked),
      ...draftHandlers(openDrafts(store))
    }
  })
}

const operations = [
  ...contentOperations,
  ...versionOperations,
  ...momentOperations,
  ...permissionOperations,
  ...draftOperations
] as const

/** What follows these words is a content path, or ids that stand for one. */
const trees = operations.flatMap(({ address }) => /^(.+?)\/\{(?:org|scope)\}/.exec(address)?.[1] ?? [])
