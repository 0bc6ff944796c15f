import type { RoomsLine } from '../../../common/rooms/window/rooms-line'
import { basePath } from './base-path'
import { send } from './client'

let opened: Promise<RoomsLine> | null = null

/** The line of this window, on which documents are written in together; opened with the first of them. */
export const roomsLine = (): Promise<RoomsLine> => (opened ??= open())

async function open(): Promise<RoomsLine> {
  const { RoomsLine: Line } = await import('../../../common/rooms/window/rooms-line')
  const line = new Line((url, init) => send(basePath() + url, init))
  const nudge = () => line.nudge()
  window.addEventListener('online', nudge)
  window.addEventListener('focus', nudge)
  return line
}
