import { remotePictureRequest } from '../../importing/remote-picture'
import { endpoint, type Operation } from './operation'

/** Pictures of other servers that somebody wants in a page (VE29). */
export const remotePictureOperations = [
  {
    ...endpoint('fetchPicture'),
    group: 'Content',
    summary: 'Fetches a picture of another server, for a page that the caller may write.',
    description:
      'Answers with its bytes and stores nothing. What is no picture by its bytes is refused, as is one of more than 25 MB. A redirect to a host that `hosts` does not name is `not-agreed`, and `where` names it; hosts of this computer or its network are the owner’s alone, who is asked first: `own-network`, then `ownNetwork: true`.',
    caller: 'token',
    body: { kind: 'json', schema: remotePictureRequest, required: true },
    answers: { 200: { description: 'The picture.', body: 'content' } },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'not-agreed', 'own-network', 'too-large', 'untrusted']
  }
] as const satisfies readonly Operation[]
