import { createImportClient } from '../../../../common/importing/client'
import { send } from '../../api'

/** Imports of this window's service. */
export const imports = createImportClient({ fetch: send })
