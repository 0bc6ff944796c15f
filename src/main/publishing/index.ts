import type { Callers } from '../callers/callers'
import type { PublishingParts } from './parts'
import { unauthenticated } from '../http/errors'
import type { CallerHint } from '../callers/types'
import { environmentOf } from '../../common/publishing/environments'
import { deliver } from './delivery'
import { draftPage } from './draft-page'
import { followMoves } from './moved-states'
import { openJobBoard } from './job-board'
import { checkAnswer, jobAnswer, startBulk, startCheck, startStatus } from './job-routes'
import { publishAddress } from './publish-address'
import { notAllowed, publishAnswer, statusAnswer } from './publish-routes'
import { listingAnswer } from './listing'
import { purgeAnswer } from './purge'
import { openQueryIndices } from './query-index'
import { indexAnswer } from './query-index/routes'
import { openReaders, type ReaderRoute } from './reader'
import { createRenditions } from './renditions'
import { publisherFor } from './rights'
import { openSheetOutlines } from './sheet-outlines'
import { openSiteSheets } from './site-sheets'
import { openSmallLetters } from './small-letters'
import { serveSite } from './sites'

/** Everything under `/publish`, `/delivery` and `/sites`: its callers are others than those of the authoring endpoints (A3). */
export interface Publishing {
  /** Null for an address of another kind. Rejects with GalleyErrors. */
  answer(request: Request, url: URL, hint: CallerHint): Promise<Response> | null
  /** Ends the jobs that run; what they did is kept. */
  close(): Promise<void>
}

export function openPublishing(context: PublishingParts, callers: Callers): Publishing {
  const { store, origin } = context
  const read = openReaders(context, callers)
  const renditions = createRenditions()
  const board = openJobBoard(context)
  const { workers } = context
  const sheets = openSiteSheets(context)
  const outlines = openSheetOutlines(store, workers)
  const indices = openQueryIndices(context, sheets)
  const moves = followMoves(context)
  const smallLetters = openSmallLetters(store)
  const parts = {
    store,
    renditions,
    sheets,
    indices,
    outlines,
    workers,
    smallLetters,
    origin
  }
  const delivery: ReaderRoute = (reading) => deliver(parts, reading)
  const sites: ReaderRoute = (reading) => serveSite(parts, reading)

  async function administer(request: Request, url: URL, hint: CallerHint): Promise<Response> {
    const address = publishAddress(url.pathname)
    await moves.settled()
    const publisher = await publisherFor(request, hint, address.place, context, callers)
    if (!publisher) return unauthenticated()
    const asked = { request, address, publisher, origin: origin ?? `${url.protocol}//${url.host}` }
    const { topic, rest } = address
    const isPost = request.method === 'POST'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const environment = environmentOf(topic)
    if (topic === 'index') return indexAnswer({ context, indices, board }, asked)
    if (topic === 'cache') return purgeAnswer(asked, renditions)
    if (topic === 'job') return jobAnswer(context, board, asked)
    if (topic === 'check') {
      if (rest === '/*') return isPost ? startCheck(context, board, asked) : notAllowed('POST')
      return isRead ? checkAnswer(context, asked) : notAllowed('GET, HEAD')
    }
    if (topic === 'page') return isPost ? draftPage(context, sheets, asked) : notAllowed('POST')
    if (topic === 'status') {
      const startsJob = rest === '/index' || rest === '/*'
      if (isPost && startsJob) return startStatus(context, board, asked)
      if (isRead && rest === '/*') return listingAnswer(context, asked)
      return isRead ? statusAnswer(context, asked) : notAllowed(startsJob ? 'GET, HEAD, POST' : 'GET, HEAD')
    }
    if (isPost && environment !== null && rest === '/*') return startBulk(context, board, asked, environment)
    return publishAnswer(context, asked)
  }

  return {
    answer(request, url, hint) {
      const { pathname } = url
      if (pathname.startsWith('/delivery/')) return read(request, url, hint, delivery)
      if (pathname.startsWith('/sites/')) return read(request, url, hint, sites)
      return pathname.startsWith('/publish/') ? administer(request, url, hint) : null
    },
    async close() {
      await moves.close()
      await board.close()
      await indices.close()
    }
  }
}
