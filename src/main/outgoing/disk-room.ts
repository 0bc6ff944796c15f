import { GalleyError } from '../../common/errors'
import { diskRoom } from '../store/disk/disk-room'

const MB = 1024 * 1024
/** Left for everything else that this computer does. */
const SPARED = 512 * MB
/** Looked at again each time that so much has come. */
const EVERY = 64 * MB

/**
 * The same pieces, as long as the disk has room for them and for other things: a server that sends without end does not fill it.
 * @param folder on the disk that takes them
 * @param announced bytes; null when nobody says
 * @throws GalleyError disk-full
 */
export async function* withinDisk(
  pieces: AsyncIterable<Uint8Array>,
  folder: string,
  announced: number | null,
  free: (folder: string) => Promise<number> = freeBytes
): AsyncGenerator<Uint8Array> {
  // what is small is not worth a look
  let room = Number.MAX_SAFE_INTEGER
  if (announced !== null && announced > EVERY) {
    room = (await free(folder)) - SPARED
    if (announced > room) throw full(announced)
  }
  let sinceLook = 0
  for await (const piece of pieces) {
    sinceLook += piece.length
    if (sinceLook > EVERY) {
      room = (await free(folder)) - SPARED
      sinceLook = 0
    }
    if (sinceLook > room) throw full(null)
    yield piece
  }
}

async function freeBytes(folder: string): Promise<number> {
  // where it cannot be told, the disk itself says when it is full
  return (await diskRoom(folder))?.free ?? Number.MAX_SAFE_INTEGER
}

const full = (announced: number | null) =>
  new GalleyError(
    'disk-full',
    `The server sends ${announced === null ? 'more' : `${Math.ceil(announced / MB)} MB, which is more`} than the disk has room for: 512 MB are left free for other things. Free some space, then try again.`
  )
