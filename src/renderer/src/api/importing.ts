import { createImportClient } from '../../../common/api/client/importing'
import { send } from '.'

/** Imports of this window's service. */
export const imports = createImportClient({ fetch: send })
