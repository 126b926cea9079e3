import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
function lazyPattern(make){let made;return()=>(made??=prepared(make()),made)}var long="~".repeat(1e3);function prepared(pattern){return pattern.test(long),pattern.lastIndex=0,pattern}export{lazyPattern,prepared};
