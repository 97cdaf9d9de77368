Creator "x"
graph [
 node [ id 0 ]
]
