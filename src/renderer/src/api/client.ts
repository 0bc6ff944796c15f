import { createClient } from '../../../common/api/client'

/** The service of this window: the same origin, in the app and in a browser. */
export const api = createClient()
