/* Files of the folders `grids` and `rules`: what this program needs of them, as tables of JSON.  Made by
 * tools/checker_files.py. */
#include "checker.h"

const char *const GRIDS[][2] = {
    {"cairo",
     "{\"frame\":\"square\",\"periods\":[[8,0],[0,8]],\"cells\":["
     "{\"corners\":[[0,0],[-3,1],[-5,-1],[-4,-4],[-1,-3]]},"
     "{\"corners\":[[0,0],[-1,-3],[1,-5],[4,-4],[3,-1]]},"
     "{\"corners\":[[0,0],[3,-1],[5,1],[4,4],[1,3]]},"
     "{\"corners\":[[0,0],[1,3],[-1,5],[-4,4],[-3,1]]}]}"},
    {"drafters",
     "{\"frame\":\"hexagonal\",\"periods\":[[6,0],[0,6]],\"cells\":["
     "{\"corners\":[[0,0],[2,-4],[3,-3]]},"
     "{\"corners\":[[0,0],[3,-3],[4,-2]]},"
     "{\"corners\":[[0,0],[4,-2],[3,0]]},"
     "{\"corners\":[[0,0],[3,0],[2,2]]},"
     "{\"corners\":[[0,0],[2,2],[0,3]]},"
     "{\"corners\":[[0,0],[0,3],[-2,4]]},"
     "{\"corners\":[[0,0],[-2,4],[-3,3]]},"
     "{\"corners\":[[0,0],[-3,3],[-4,2]]},"
     "{\"corners\":[[0,0],[-4,2],[-3,0]]},"
     "{\"corners\":[[0,0],[-3,0],[-2,-2]]},"
     "{\"corners\":[[0,0],[-2,-2],[0,-3]]},"
     "{\"corners\":[[0,0],[0,-3],[2,-4]]}]}"},
    {"half-cubes",
     "{\"grid\":\"rhombic\"}"},
    {"half-squares",
     "{\"frame\":\"square\",\"periods\":[[2,0],[0,2]],\"cells\":["
     "{\"corners\":[[0,0],[2,0],[1,1]]},"
     "{\"corners\":[[2,0],[2,2],[1,1]]},"
     "{\"corners\":[[2,2],[0,2],[1,1]]},"
     "{\"corners\":[[0,2],[0,0],[1,1]]}]}"},
    {"kites",
     "{\"frame\":\"hexagonal\",\"periods\":[[6,0],[0,6]],\"cells\":["
     "{\"corners\":[[0,0],[-3,0],[-2,-2],[0,-3]]},"
     "{\"corners\":[[0,0],[0,-3],[2,-4],[3,-3]]},"
     "{\"corners\":[[0,0],[3,-3],[4,-2],[3,0]]},"
     "{\"corners\":[[0,0],[3,0],[2,2],[0,3]]},"
     "{\"corners\":[[0,0],[0,3],[-2,4],[-3,3]]},"
     "{\"corners\":[[0,0],[-3,3],[-4,2],[-3,0]]}]}"},
    {"octasquares",
     "{\"frame\":\"root 2\",\"periods\":[[[2,2],0],[0,[2,2]]],\"cells\":["
     "{\"corners\":[[-1,[-1,-1]],[1,[-1,-1]],[[1,1],-1],[[1,1],1],[1,[1,1]],[-1,[1,1]],[[-1,-1],1],[[-1,-1],-1]]},"
     "{\"corners\":[[[1,1],1],[[1,2],[1,1]],[[1,1],[1,2]],[1,[1,1]]]}]}"},
    {"snub-square",
     "{\"frame\":\"root 3\",\"periods\":[[[1,1],[1,1]],[[-1,-1],[1,1]]],\"cells\":["
     "{\"corners\":[[-1,0],[1,0],[0,[0,-1]]]},"
     "{\"corners\":[[-1,0],[1,0],[0,[0,1]]]},"
     "{\"corners\":[[[1,1],-1],[[1,1],1],[1,0]]},"
     "{\"corners\":[[[1,1],-1],[[1,1],1],[[1,2],0]]},"
     "{\"corners\":[[1,0],[0,[0,1]],[[0,1],[1,1]],[[1,1],1]]},"
     "{\"corners\":[[[1,2],0],[[2,2],[0,1]],[[2,1],[1,1]],[[1,1],1]]}]}"},
    {"sticks",
     "{\"frame\":\"square\",\"periods\":[[1,0],[0,1]],\"rules\":[\"no crossing\"],\"cells\":["
     "{\"corners\":[[0,0],[1,0]]},"
     "{\"corners\":[[0,0],[0,1]]}]}"},
    {"trigs",
     "{\"frame\":\"hexagonal\",\"periods\":[[1,0],[0,1]],\"rules\":[\"no crossing\"],\"cells\":["
     "{\"corners\":[[0,0],[1,0]]},"
     "{\"corners\":[[0,0],[0,1]]},"
     "{\"corners\":[[0,0],[-1,1]]}]}"},
    {"trihexes",
     "{\"frame\":\"hexagonal\",\"periods\":[[2,0],[0,2]],\"cells\":["
     "{\"corners\":[[1,0],[0,1],[-1,1],[-1,0],[0,-1],[1,-1]]},"
     "{\"corners\":[[-1,1],[0,1],[-1,2]]},"
     "{\"corners\":[[1,0],[1,1],[0,1]]}]}"},
    {"twigs",
     "{\"frame\":\"hexagonal\",\"periods\":[[3,0],[0,3]],\"cells\":["
     "{\"corners\":[[-1,-1],[1,-2]]},"
     "{\"corners\":[[1,-2],[2,-1]]},"
     "{\"corners\":[[-2,1],[-1,-1]]}]}"},
    {NULL, NULL}};

const char *const RULES[][2] = {
    {"apart at corners",
     "{\"text\":\"NAMES\",\"items\":["
     "{\"place\":\"corner\",\"size\":\"at least 2\",\"bounds\":\"at most 1\"}]}"},
    {"apart",
     "{\"text\":\"NAMES\",\"items\":["
     "{\"place\":\"side\",\"covers\":\"exactly 1\",\"bounds\":\"at most 1\"}]}"},
    {"at border",
     "{\"form\":["
     "{\"text\":\"all\",\"items\":["
     "{\"place\":\"border\",\"covers\":\"exactly 0\",\"bounds\":\"exactly 0\"}]},"
     "{\"text\":\"none\",\"items\":["
     "{\"place\":\"border\",\"bounds\":\"exactly 0\"}]},"
     "{\"text\":\"NAMES\",\"items\":["
     "{\"place\":\"border\",\"covers\":\"exactly 0\",\"bounds\":\"exactly 0\"}]}]}"},
    {"fault-free",
     "{\"items\":["
     "{\"place\":\"line\",\"parts\":\"every\",\"bounds\":\"at least 1\"}]}"},
    {"no crossing",
     "{\"items\":["
     "{\"place\":\"crossing\",\"covers\":\"all\",\"bounds\":\"at most 1\"}]}"},
    {"no crossroads",
     "{\"items\":["
     "{\"place\":\"corner\",\"size\":\"exactly 4\",\"filled\":true,\"covers\":\"at least 2\",\"bounds\":\"at least 1\"},"
     "{\"place\":\"corner\",\"size\":\"exactly 4\",\"filled\":false,\"bounds\":\"at most 3\"},"
     "{\"place\":\"corner\",\"size\":\"at least 5\",\"bounds\":\"at most 3\"}]}"},
    {"supported",
     "{\"form\":["
     "{\"text\":\"\",\"items\":["
     "{\"place\":\"underside\",\"pieces\":\"all and empty\",\"bounds\":\"at most SIZE\"}]},"
     "{\"text\":\"everywhere\",\"items\":["
     "{\"place\":\"beneath\",\"pieces\":\"all and empty\",\"bounds\":\"at most 1\"}]}]}"},
    {"together",
     "{\"form\":["
     "{\"text\":\"NAMES at most NUMBER\",\"items\":["
     "{\"place\":\"board\",\"bounds\":\"at most NUMBER\"}]},"
     "{\"text\":\"NAMES at least NUMBER\",\"items\":["
     "{\"place\":\"board\",\"bounds\":\"at least NUMBER\"}]},"
     "{\"text\":\"NAMES exactly NUMBER\",\"items\":["
     "{\"place\":\"board\",\"bounds\":\"exactly NUMBER\"}]}]}"},
    {NULL, NULL}};
