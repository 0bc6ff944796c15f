import type { AccessRequest } from '../../../../common/api/types'
import { contentPath, nameOf } from '../../../../common/content/paths'
import { personName } from '../../components/person'

/** `Lena Voss asks to read plan.html` */
export const asksFor = ({ by, action, path }: AccessRequest): string =>
  `${personName(by)} asks to ${action} ${nameOf(contentPath(path))}`

export const countedRequests = (count: number): string => `${count} request${count === 1 ? '' : 's'}`
