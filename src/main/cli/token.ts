import { commandGroup } from './command-group'
import { tokenCreate } from './token-create'
import { tokenList } from './token-list'
import { tokenRevoke } from './token-revoke'

/** `galley token …` (L3). */
export const tokenCommand = commandGroup(
  'token',
  'makes, lists and revokes tokens',
  [tokenCreate, tokenList, tokenRevoke],
  'They work also while Galley has the workspace open.'
)
