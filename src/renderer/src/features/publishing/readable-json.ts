import { bounds } from '../../../../common/bounds'
import { parseJson } from '../../../../common/json'
import { numberText } from '../../components/formats'

/** A text to be read, and what to say where that is not all of it. */
export interface Readable {
  readonly text: string
  readonly note: string | null
}

/**
 * JSON one member a line; another text as it is. Of what is too long to be laid out in a window its
 * beginning, as it is.
 */
export function readableJson(text: string): Readable {
  const { characters } = bounds.textShown
  if (text.length > characters) return beginning(text)
  const readable = written(text)
  return readable.length > characters ? beginning(text) : { text: readable, note: null }
}

function beginning(text: string): Readable {
  const { characters } = bounds.textShown
  const shown = numberText(Math.min(characters, text.length))
  const whole = `${numberText(text.length)} characters`
  return text.length > characters
    ? {
        text: text.slice(0, characters),
        note: `The first ${shown} of ${whole} are shown: the window cannot show more at once.`
      }
    : {
        text,
        note: `These ${whole} are shown as they are: one value a line, they would be too many for the window.`
      }
}

function written(text: string): string {
  try {
    return JSON.stringify(parseJson(text), null, 2)
  } catch {
    return text
  }
}
