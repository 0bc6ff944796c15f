export { checkJson, checkingJson, endOfString, parseJson } from './parse'
