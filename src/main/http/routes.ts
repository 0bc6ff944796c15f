import type { Asked } from './asked'
import { nothingHere, type Room } from './room'

/**
 * Who answers which address, by the table of all rooms.
 * @param otherwise the steps that go before a 404 where no room is
 */
export function openRoutes(
  rooms: readonly Room[],
  otherwise: (asked: Asked) => Promise<unknown>
): (asked: Asked) => Promise<Response> {
  const exact = new Map(rooms.flatMap((room) => room.exact.map((address) => [address, room] as const)))
  const below = rooms
    .flatMap((room) => room.below.map((words) => [`${words}/`, room] as const))
    .sort(([a], [b]) => b.length - a.length)

  return async (asked) => {
    const { pathname } = asked.url
    const room = exact.get(pathname) ?? below.find(([words]) => pathname.startsWith(words))?.[1]
    if (room) return room.answer(asked)
    const ended = await otherwise(asked)
    if (ended instanceof Response) return ended
    throw nothingHere()
  }
}
