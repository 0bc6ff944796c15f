import { createPublishingClient } from '../../../../common/publishing/client'

/** The publishing side of this window's service. */
export const publishing = createPublishingClient()
