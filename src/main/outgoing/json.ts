import { bounds, isBeyondBounds } from '../../common/bounds'
import { parseJson } from '../../common/json'
import { OutgoingFailure } from './failure'

/**
 * The value of an answer in JSON; what is nested without end is not even begun.
 * @throws OutgoingFailure broken · size
 */
export function jsonOf(bytes: Uint8Array, host: string): unknown {
  try {
    return parseJson(new TextDecoder().decode(bytes))
  } catch (cause) {
    if (!isBeyondBounds(cause))
      throw new OutgoingFailure('broken', `What ${host} answers is not valid JSON.`, { cause })
    const { depth } = bounds.json
    throw new OutgoingFailure(
      'size',
      `${host} answers JSON of more than ${depth} levels, or of millions of parts. Nothing was taken.`,
      { cause }
    )
  }
}
