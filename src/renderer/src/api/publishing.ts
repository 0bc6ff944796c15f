import { createPublishingClient } from '../../../common/api/client/publishing'
import { send } from '.'
import { basePath } from './base-path'

/** The publishing side of this window's service. */
export const publishing = createPublishingClient({ fetch: send, base: basePath })
