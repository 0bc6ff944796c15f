import { blank, endOfString, stringAt } from './pieces'

/** A text among the values of a JSON, from its opening quote to behind the closing one. */
interface JsonText {
  readonly from: number
  readonly to: number
  /** Of its member; of what is in a list the name of that. `''` where there is none. */
  readonly name: string
  /** It stands in a list itself. */
  readonly isItem: boolean
}

/** Every text among the values of a valid JSON, in its order: names of members are none. Never recurses. */
export function* jsonTexts(json: string): Generator<JsonText> {
  /** Of each list and object around, what its values are called; null in an object, where each has its own. */
  const around: (string | null)[] = []
  let name: string | null = null
  const nameNow = () => name ?? around.at(-1) ?? ''
  for (let at = blank(json, 0); at < json.length; at = blank(json, at)) {
    const sign = json.charAt(at)
    if (sign !== '"') {
      if (sign === '[' || sign === '{') around.push(sign === '[' ? nameNow() : null)
      if (sign === ']' || sign === '}') around.pop()
      if (sign !== ':') name = null
      at += 1
      continue
    }
    const from = at
    at = endOfString(json, from)
    const colon = blank(json, at)
    if (json.charAt(colon) === ':') {
      name = stringAt(json, from, at)
      at = colon + 1
      continue
    }
    yield { from, to: at, name: nameNow(), isItem: name === null }
  }
}
