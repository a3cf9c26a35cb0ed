#!/usr/bin/env node
console.log("varexpand");
