import { prefixOf } from '../../common/api/endpoints'
import type { Operation } from '../../common/api/operations/operation'
import { fieldHeaders, headers as names } from '../../common/api/headers'
import { segmentsOf, type ContentPath } from '../../common/content/paths'
import type { Known } from '../http/asked'
import { configPath, pathAfterAppPrefix, pathAfterPrefix } from '../http/request-path'

/** Says beside an answer what the caller may do at its place (P7), where the table says that it is told. */
export async function notifyActions(
  { access, url }: Known,
  answer: Response,
  there: readonly Operation[]
): Promise<Response> {
  if (!tells(there, names.actions) || !(answer.ok || isAboutThePlace.has(answer.status))) return answer
  const isConfig = there.some(({ address }) => address.startsWith(prefixOf('readConfig')))
  const path = isConfig ? configPath(url) : isOfApp(there) ? pathAfterAppPrefix(url) : pathAfterPrefix(url)
  const here = await access.at(path)
  const own = (isConfig ? here.configActions(path) : here.actions(path)).join(',')
  answer.headers.set(names.actions, own)
  const below = belowOrganization(path)
  answer.headers.set(fieldHeaders.actions, `${below || '/'}=${own}`)
  if (tells(there, fieldHeaders.childActions))
    answer.headers.set(fieldHeaders.childActions, `${below}/**=${here.childActions(path).join(',')}`)
  return answer
}

const isOfApp = (there: readonly Operation[]): boolean =>
  there.some(({ address }) => address.startsWith('/app/'))

const tells = (there: readonly Operation[], header: string): boolean =>
  there.some(({ answers }) =>
    Object.values(answers).some(({ headers }) => headers?.some(({ name }) => name === header))
  )

/**
 * Also to who has it already, and of what is not there yet: rights are judged before existence (P6), and
 * editors ask before they begin.
 */
const isAboutThePlace: ReadonlySet<number> = new Set([304, 404])

/** `/org/site/a.html` → `/site/a.html`, in signs that a header carries; empty for the organization itself. */
const belowOrganization = (path: ContentPath): string =>
  segmentsOf(path)
    .slice(1)
    .map((segment) => `/${encodeURIComponent(segment)}`)
    .join('')
