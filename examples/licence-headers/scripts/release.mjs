#!/usr/bin/env node
console.log('release');
