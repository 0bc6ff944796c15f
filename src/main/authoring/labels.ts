import { GalleyError, sentence } from '../../common/errors'
import { readSmallForm, readSmallJson } from '../http/small-bodies'

/**
 * The label that a request brings: in JSON, as a field of a form, or none.
 * @throws GalleyError bad-label, bad-request, too-large (V2)
 */
export async function readLabel(request: Request): Promise<string | undefined> {
  const type = request.headers.get('Content-Type')?.trim() ?? ''
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type))
    return parseLabel(await readSmallJson(request))
  return parseLabel(Object.fromEntries(await readSmallForm(request)))
}

/**
 * The label in the body of a create-version request; undefined for none.
 * @throws GalleyError bad-label, bad-request (V2)
 */
function parseLabel(body: unknown): string | undefined {
  if (body === undefined) return undefined
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new GalleyError('bad-request', 'The body is not a JSON object.', { where: 'body' })
  }
  if (!Object.hasOwn(body, 'label')) return undefined
  const label: unknown = Reflect.get(body, 'label')
  if (typeof label !== 'string') throw badLabel('is not a string')
  const length = [...label].length
  if (length === 0) throw badLabel('is empty')
  if (length > 200) throw badLabel('has more than 200 characters')
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is refused
  if (/[\u0000-\u001f\u007f-\u009f]/.test(label)) throw badLabel('holds control characters')
  if (/\p{Bidi_Control}/u.test(label)) throw badLabel('holds signs that turn the direction of writing')
  return label
}

function badLabel(problem: string): GalleyError {
  return new GalleyError('bad-label', sentence`The label ${{ problem }}. It has 1 to 200 characters.`, {
    where: 'label'
  })
}
