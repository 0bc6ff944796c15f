import { workspaceOperations } from '../../common/api/operations/workspace'
import { GalleyError } from '../../common/errors'
import type { TrustInfo } from '../../common/trust'
import { jsonAnswer } from '../http/answers'
import type { Asked, Known, Step } from '../http/asked'
import { openRoom, type Room } from '../http/room'
import { ownersAlone } from '../permissions/access'
import { healthHandlers } from './health'
import type { WorkspaceParts } from './parts'
import { loadSample } from './sample'
import { setAsideHandlers } from './set-aside'
import { whatItWouldDo } from './would-do'
import { workspaceHandlers } from './workspace'

export { openFigures, type ServiceFigures } from './figures'
export { openProbes, type Readiness } from './probes'
export { doesNothing, whatItWouldDo } from './would-do'

/** The workspace itself: whose it is, how it fares, what was set aside, whether it is trusted. */
export function openWorkspaceRoom(known: Step<Asked, Known>, parts: WorkspaceParts): Room {
  const { store, sampleFolder, settings, trust } = parts
  return openRoom({
    operations: workspaceOperations,
    enter: known,
    admit: ownersAlone,
    handlers: {
      ...workspaceHandlers(parts),
      ...healthHandlers(parts),
      ...setAsideHandlers(store),
      /** Writes the sample site into the workspace, with its history. */
      async loadSample() {
        if (sampleFolder === undefined)
          throw new GalleyError('not-found', 'This installation of Galley comes without sample content.')
        const { serviceFolder } = await settings.read()
        const loaded = await loadSample(store, sampleFolder, Date.now(), serviceFolder)
        return jsonAnswer(loaded, 201)
      },
      /** Whether it is trusted on this computer, and what it sets going then (T1). */
      async readTrust() {
        const { state, howTo } = trust
        const answer: TrustInfo = { state, howTo, wouldDo: await whatItWouldDo(store) }
        return jsonAnswer(answer)
      }
    }
  })
}
