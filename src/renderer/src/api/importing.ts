import { createImportClient } from '../../../common/api/client/importing'
import { send } from '.'
import { basePath } from './base-path'

/** Imports of this window's service. */
export const imports = createImportClient({ fetch: send, base: basePath })
