import { add } from './lib/add.js';

console.log(add(1, 2));
