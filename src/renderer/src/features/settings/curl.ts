import { routes } from '../../../../common/api/routes'
import { ROOT } from '../../../../common/content/paths'

/** A command that lists the organizations: the token goes through standard input, so that it is in no list of processes (A6). */
export function curlLine(origin: string, token: string): string {
  return `printf 'header = "Authorization: Bearer %s"' '${token}' | curl --config - '${origin}${routes.list(ROOT)}'`
}
