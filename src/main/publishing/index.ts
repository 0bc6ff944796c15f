import { prefixOf } from '../../common/api/endpoints'
import { publishingOperations } from '../../common/api/operations/publishing'
import { publishingJobOperations } from '../../common/api/operations/publishing-jobs'
import { queryIndexOperations } from '../../common/api/operations/query-index'
import { readerOperations } from '../../common/api/operations/reading'
import { environmentOf, type Environment } from '../../common/publishing/environments'
import type { Asked, Step } from '../http/asked'
import { nothingHere, openRoom, type Room } from '../http/room'
import { checkAnswer, jobHandlers, noTopic, startBulk, startCheck, startStatus } from './job-routes'
import { publishAddress } from './publish-address'
import {
  publishOne,
  readPublication,
  statusAnswer,
  unpublishOne,
  type PublishRequest
} from './publish-routes'
import { indexHandlers } from './query-index/routes'
import { openReaders, preflight, refuseReader } from './reader'
import type { Callers } from '../callers/callers'
import type { PublishingParts } from './parts'
import { unauthenticated } from '../http/errors'
import { deliver } from './delivery'
import { draftPage } from './draft-page'
import { followMoves } from './moved-states'
import { openJobRunner } from './job-runner'
import { listingAnswer } from './listing'
import { purgeAnswer } from './purge'
import { openQueryIndices } from './query-index'
import { referencesAnswer } from './references'
import { createRenditions } from './renditions'
import { publisherFor } from './rights'
import { openSheetOutlines } from './sheet-outlines'
import { openSiteSheets } from './site-sheets'
import { openSmallLetters } from './small-letters'
import { serveSite } from './sites'

/**
 * Everything under `/publish`, `/delivery` and `/sites`: its callers are others than those of the authoring
 * endpoints (A3).
 */
interface Publishing {
  readonly rooms: readonly Room[]
  /** How many jobs run or wait. */
  readonly underWay: () => number
  /** Ends the jobs that run; what they did is kept. */
  close(): Promise<void>
}

export function openPublishing(context: PublishingParts, callers: Callers): Publishing {
  const { store, workers, origin, leader } = context
  const read = openReaders(context, callers)
  const renditions = createRenditions()
  const runner = openJobRunner(context)
  const sheets = openSiteSheets(context)
  const outlines = openSheetOutlines(store, workers)
  const indices = openQueryIndices(context, sheets)
  const moves = followMoves(context)
  const smallLetters = openSmallLetters(store)
  const parts = { store, renditions, sheets, indices, outlines, workers, smallLetters, origin, leader }

  const publisher: Step<Asked, PublishRequest> = async (asked) => {
    const { url } = asked
    const address = publishAddress(url.pathname)
    await moves.settled()
    const found = await publisherFor(asked.request, asked.hint, address.place, context, callers)
    if (!found) return unauthenticated()
    return { ...asked, address, publisher: found, origin: origin ?? `${url.protocol}//${url.host}` }
  }

  return {
    rooms: [
      openRoom({
        operations: [...publishingOperations, ...publishingJobOperations, ...queryIndexOperations],
        enter: publisher,
        lost: async ({ address }) => {
          if (address.topic === 'job') throw noTopic()
        },
        handlers: {
          publish: (asked, { parameters }) => publishOne(context, asked, environmentIn(parameters)),
          readPublication: (asked, { parameters }) =>
            readPublication(context, asked, environmentIn(parameters)),
          unpublish: (asked, { parameters }) => unpublishOne(context, asked, environmentIn(parameters)),
          readPublishStatus: (asked) => statusAnswer(context, asked),
          listPublished: (asked) => listingAnswer(context, asked),
          purge: (asked) => purgeAnswer(asked, renditions),
          publishMany: (asked, { parameters }) =>
            startBulk(context, runner, asked, environmentIn(parameters)),
          checkMany: (asked) => startCheck({ ...context, sheets }, runner, asked),
          checkOne: (asked) => checkAnswer({ ...context, sheets }, asked),
          readReferences: (asked) => referencesAnswer(context, sheets, asked),
          drawPage: (asked) => draftPage(context, sheets, asked),
          startStatusJob: (asked) => startStatus(context, runner, asked),
          startStatusJobOfAll: (asked) => startStatus(context, runner, asked),
          ...jobHandlers(context, runner),
          ...indexHandlers({ context, indices, runner })
        }
      }),
      openRoom({
        operations: readerOperations,
        // whatever is wrong with the rest of the address is told to pages of any origin
        trees: [prefixOf('deliver'), prefixOf('readSite')],
        enter: (asked) => Promise.resolve(asked),
        refuse: refuseReader,
        handlers: {
          deliver: (asked) => deliver(parts, read(asked)),
          readSite: (asked) => serveSite(parts, read(asked)),
          preflightDelivery: preflight,
          preflightSite: preflight
        }
      })
    ],
    underWay: runner.underWay,
    async close() {
      await moves.close()
      await runner.close()
      await indices.close()
    }
  }
}

function environmentIn({ environment }: { readonly environment: string }): Environment {
  const found = environmentOf(environment)
  if (found === null) throw nothingHere()
  return found
}
