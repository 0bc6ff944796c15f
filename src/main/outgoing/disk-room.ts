import { GalleyError, sentence } from '../../common/errors'
import type { DiskRoom } from '../store/types'

const MB = 1024 * 1024
/** Left for everything else that this computer does. */
const SPARED = 512 * MB
/** Looked at again each time that so much has come. */
const EVERY = 64 * MB

/**
 * The same pieces, as long as the disk has room for them and for other things: a server that sends without
 * end does not fill it.
 * @param room what the disk that takes them still takes; where it cannot be told, the disk itself says when
 * it is full
 * @param announced bytes; null when nobody says
 * @throws GalleyError disk-full
 */
export async function* withinDisk(
  pieces: AsyncIterable<Uint8Array>,
  room: () => Promise<Pick<DiskRoom, 'free'> | null>,
  announced: number | null
): AsyncGenerator<Uint8Array> {
  // what is small is not worth a look
  const spare = async () => ((await room())?.free ?? Number.MAX_SAFE_INTEGER) - SPARED
  let left = Number.MAX_SAFE_INTEGER
  if (announced !== null && announced > EVERY) {
    left = await spare()
    if (announced > left) throw full(announced)
  }
  let sinceLook = 0
  for await (const piece of pieces) {
    sinceLook += piece.length
    if (sinceLook > EVERY) {
      left = await spare()
      sinceLook = 0
    }
    if (sinceLook > left) throw full(null)
    yield piece
  }
}

const full = (announced: number | null) =>
  new GalleyError(
    'disk-full',
    announced === null
      ? 'The server sends more than the disk has room for: 512 MB are left free for other things. Free some space, then try again.'
      : sentence`The server sends ${{ size: Math.ceil(announced / MB) }} MB, which is more than the disk has room for: 512 MB are left free for other things. Free some space, then try again.`
  )
