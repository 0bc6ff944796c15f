export { checkJson, endOfString, parseJson } from './parse'
